import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from '#/ui/markdown/Markdown'

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '![a](javascript:alert(1))',
  '![x](https://elsewhere.example/pixel.png)',
  '<a href="javascript:alert(1)">x</a>',
  '<svg onload=alert(1)>',
  '<iframe src="https://elsewhere.example"></iframe>',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '<https://ok.example/"onmouseover=alert(1)>',
  '`<b>`',
  '<style>*{display:none}</style>',
]

test.each(ATTACKS)('%s stays harmless', attack => {
  const { container } = render(<Markdown text={attack} />)
  expect(container.querySelector('script, img, svg, iframe, style, object, form')).toBeNull()
  for (const element of container.querySelectorAll('*')) {
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on/)
  }
  for (const link of container.querySelectorAll('a')) expect(link.protocol).toMatch(/^https?:$/)
})

test('what people write becomes what they mean', () => {
  render(
    <Markdown
      text={'**Found it**: `quoteRoute` kept\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| c | d |'}
    />,
  )
  expect(screen.getByText('Found it').tagName).toBe('STRONG')
  expect(screen.getByText('quoteRoute').tagName).toBe('CODE')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('cell', { name: 'd' })).toBeInTheDocument()
})

test('a link away says nothing about where it came from', () => {
  render(<Markdown text="see https://example.org/a" />)
  expect(screen.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('noreferrer'))
})

test('people and issues are linked, in words and not in code', () => {
  const linked = (mention: string) => <b>{mention}</b>
  const { container } = render(
    <Markdown text={'@kai saw #412, not a#1, not `#413`, not mail@kai.org'} linked={linked} />,
  )
  expect([...container.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual(['@kai', '#412'])
})

test('a very deep or very long text does not break the page', () => {
  const { container } = render(<Markdown text={'> '.repeat(2000) + 'x'} />)
  expect(container).toHaveTextContent('…')
  render(<Markdown text={'*a '.repeat(6000)} />)
})
