// Small comforts of the pages around the table. Every page works without them.

for (const button of document.querySelectorAll("button[data-copy-link]")) {
  const said = document.getElementById(button.getAttribute("aria-describedby"));
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = "The link is copied.";
    } catch {
      said.textContent = "The browser did not allow copying; the link is in its address line.";
    }
  });
}
