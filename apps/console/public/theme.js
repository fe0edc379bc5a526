// Before the first paint, so that nobody who chose dark sees a white page first. A file of its own: the policy allows no inline script.
try {
  const theme = localStorage.getItem('weir:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's preference counts.
}
