import { expect, test } from 'vitest'
import { answersCsv } from '#/features/missions/editor/answers-csv'

const step = (id: string, type: string) => ({ id, text: `Question ${id}`, type }) as never
const row = (answers: object) =>
  ({
    submission: { id: 'sub1', state: 'approved', submittedAt: null, answers },
    person: { username: 'kai' },
  }) as never

test('questions are columns, several choices share a cell, and no answer is run as a formula', () => {
  const steps = [step('a', 'question'), step('b', 'do'), step('c', 'question'), step('d', 'question')]
  const text = answersCsv(steps, [row({ a: '=1+1', b: true, c: ['fast', 'cheap'] })])
  expect(text.split('\r\n')).toEqual([
    '"submission","user","state","submittedAt","Question a","Question c","Question d"',
    `"sub1","kai","approved","","'=1+1","fast; cheap",""`,
  ])
})
