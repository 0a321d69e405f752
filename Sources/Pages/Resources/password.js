// Sends the token of the link, which is in the fragment of the address, with the new password.
const form = document.getElementById("form");
const status = document.getElementById("status");
const token = () => location.hash.slice(1);

function show(text) { status.textContent = text; }

async function send(password) {
  const response = await fetch("api/auth/password-link", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: token(), new_password: password }),
  });
  if (response.status === 204) return null;
  const body = await response.json().catch(() => null);
  return body?.message ?? `The server answered ${response.status}.`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const password = document.getElementById("password").value;
  if (password !== document.getElementById("repeated").value) return show("The passwords differ.");
  const button = form.querySelector("button");
  button.disabled = true;
  show("Please wait.");
  try {
    const problem = await send(password);
    if (problem) return show(problem);
    form.remove();
    // The spent token must not stay in the history.
    history.replaceState(null, "", location.pathname);
    show("The password is set. You can log in with it now.");
  } catch {
    show("The server does not answer. Please try again.");
  } finally {
    button.disabled = false;
  }
});

if (!token()) {
  form.remove();
  show("The link is incomplete. Open it exactly as you received it.");
}
