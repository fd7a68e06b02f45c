// The sheet under “More” goes away by Escape, by what is chosen in it, and as soon as something else is touched.

const more = document.querySelector(".more");
const close = () => { more.open = false; };

document.addEventListener("pointerdown", ({ target }) => { if (!more.contains(target)) close(); });
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
for (const way of more.querySelectorAll("#show-rules, #show-keys")) way.addEventListener("click", close);
