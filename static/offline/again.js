// The page without a connection is left as soon as there is one.

addEventListener("online", () => location.reload());
