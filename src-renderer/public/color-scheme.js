// Runs before the first paint, so that a dark window never flashes white. The key is the one of app/theme.ts.
(() => {
  const stored = localStorage.getItem('benchtop-color-scheme');
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
