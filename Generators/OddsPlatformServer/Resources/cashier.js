"use strict";

// Sends the form, tells the window that opened the page, and goes on to the address of
// the outcome.
const form = document.getElementById("cashier");
const message = document.getElementById("message");

function webAddress(text) {
  try {
    const url = new URL(text);
    return url.protocol === "http:" || url.protocol === "https:" ? url : null;
  } catch {
    return null;
  }
}

function leave(outcome) {
  const success = webAddress(form.dataset.success);
  if (success) {
    const host = window.opener || (window.parent !== window ? window.parent : null);
    host?.postMessage({ type: "redirect", code: "mm-hc-sports" }, success.origin);
  }
  const next = { fail: form.dataset.fail, cancel: form.dataset.cancel }[outcome];
  const address = webAddress(next ?? form.dataset.success);
  if (address) window.location.assign(address.href);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const outcome = event.submitter?.value ?? "complete";
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    const answer = await fetch(window.location.href, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ amount: form.amount.value, outcome }),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.thirdPartyResponse?.message ?? body.error);
    message.textContent = `Transaction ${body.transactionId}`;
    leave(outcome);
  } catch (error) {
    message.textContent = error.message;
    for (const button of form.querySelectorAll("button")) button.disabled = false;
  }
});
