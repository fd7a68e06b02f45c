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

// An end that is told in UTC is told by the clock at hand too, with how long it is until then.
for (const time of document.querySelectorAll("time[data-until]")) {
  const end = new Date(time.dateTime);
  const there = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(end);
  const inUtc = time.textContent;
  const tell = () => {
    const minutes = Math.ceil((end - Date.now()) / 60_000);
    const left = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    time.textContent = minutes > 0 ? `${there} on your clock, in ${left}` : inUtc;
  };
  time.title = inUtc;
  tell();
  setInterval(tell, 10_000);
}
