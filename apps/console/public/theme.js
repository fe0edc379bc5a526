// Sets the theme that was chosen, else the system's: before the first paint, so that nobody in the dark sees a white page first, and
// whenever one of the two changes. A file of its own: the policy allows no inline script.
const dark = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('weir:theme');
  } catch {
    // No storage: the system's preference counts.
  }
  const system = dark.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system;
};
showTheme();
dark.addEventListener('change', showTheme);
addEventListener('weir:theme', showTheme);
