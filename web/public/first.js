// Runs before the first paint.
try {
  // A chosen theme does not flash the other one.
  const theme = localStorage.getItem('touchstone.theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
  // For anyone who is signed in, all files of the page are asked for at once: left alone, each would name the next. The
  // build writes here which they are.
  const ahead = {}
  if (Object.keys(localStorage).some(key => /^Parse\/.+\/currentUser$/.test(key)))
    for (const file of [ahead.member, ahead[location.pathname]].flatMap(files => files ?? [])) {
      const link = document.createElement('link')
      const isStyle = file.endsWith('.css')
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      // As the bundler will ask for it; a file asked for in two ways comes twice.
      link.crossOrigin = ''
      link.href = `/assets/${file}`
      document.head.append(link)
    }
} catch {
  // Storage may be forbidden; the system's theme then holds.
}
