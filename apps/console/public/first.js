// What runs before the page: a file of its own, since the policy allows no inline script.

// Sets the theme that was chosen, else the system's: before the first paint, so that nobody in the dark sees a white page first, and
// at each change of one of the two.
const dark = matchMedia('(prefers-color-scheme: dark)');
let chosen = null;
try {
  chosen = localStorage.getItem('weir:theme');
} catch {
  // No storage: the system's preference counts.
}
const showTheme = () => {
  const system = dark.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system;
};
showTheme();
dark.addEventListener('change', showTheme);
addEventListener('weir:theme', ({ detail }) => {
  chosen = detail;
  showTheme();
});

// The files of the explorer are loaded together with the page's own script, which would ask for them only once it runs.
if (location.pathname === '/explore') {
  const files = document.querySelector('meta[name="weir:explorer"]')?.content ?? '';
  for (const file of files.split(' ').filter((one) => one !== '')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

// A page that comes back from the browser's back/forward cache has lost its connections, and in some browsers parts of it never run
// again. It is loaded again; drafts and what was typed are kept for its tab.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
