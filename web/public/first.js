// Runs before the first paint, so that a chosen theme does not flash the other one.
try {
  const theme = localStorage.getItem('touchstone.theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme then holds.
}
