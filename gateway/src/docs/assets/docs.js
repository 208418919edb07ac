// Completes the search box, which is a form that works without this script: `/` or Ctrl+K focuses it, and results appear as you type.
const form = document.querySelector('.search');
const input = form.querySelector('input');
const box = form.querySelector('.suggestions');
const PAUSE_MS = 120;
let timer;

form.querySelector('kbd').hidden = false;

async function suggest() {
  const query = input.value;
  if (query.trim() === '') return close();
  const response = await fetch(`/docs/search?${new URLSearchParams({ q: query })}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // Another response follows.
  if (!response.ok || query !== input.value) return;
  box.replaceChildren(page.querySelector('.results'));
  box.hidden = false;
}

function close() {
  box.hidden = true;
}

input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => void suggest(), PAUSE_MS);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') return close();
  const isTyping = event.target.matches('input, textarea, select');
  const isShortcut = event.key === 'k' ? event.ctrlKey || event.metaKey : event.key === '/' && !isTyping;
  if (!isShortcut) return;
  event.preventDefault();
  input.select();
});
document.addEventListener('click', (event) => {
  if (!form.contains(event.target) || event.target.closest('a')) close();
});
