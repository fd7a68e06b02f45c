/* The deal that was waited for is there: play it. The table takes this page's place, so that going back from it does not
   deal another. */

const form = document.querySelector("form[data-at-once]");
const fields = new URLSearchParams(new FormData(form, form.querySelector("button")));
const answer = await fetch(form.action, { method: "POST", body: fields });
if (answer.ok) location.replace(answer.url);
