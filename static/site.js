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

// A setting is shown and kept as soon as it is chosen; the button stays for when that fails.
for (const form of document.querySelectorAll("form[data-kept-at-once]")) {
  const keep = form.querySelector("[type=submit]");
  const said = form.querySelector("[role=status]");
  const tell = (kept, sentence) => {
    keep.hidden = kept;
    said.textContent = sentence;
  };
  keep.hidden = true;
  form.addEventListener("change", async ({ target: { name, value } }) => {
    document.documentElement.dataset[name] = value;
    const body = new URLSearchParams({ [name]: value });
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      tell(answer.ok, answer.ok ? "Your settings are kept." : "The server did not take this; keep it by the button.");
    } catch {
      tell(false, "The server cannot be reached; keep this by the button once it can.");
    }
  });
}
