// Leaves the page for times without a connection as soon as there is one.

addEventListener("online", () => location.reload());
