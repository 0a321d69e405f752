// Shows whether the server takes work.
const status = document.getElementById("health");
try {
  const response = await fetch("ready");
  const { status: word, reason } = await response.json();
  status.textContent = `Health: ${reason ? `${word}. ${reason}` : word}`;
} catch {
  status.textContent = "Health: the server does not answer.";
}
