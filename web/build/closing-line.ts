// The last line of a run of the unit tests, in the words by which the gate counts every suite.
import type { TestModule } from 'vitest/node'

export default class ClosingLine {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const count = (state: 'passed' | 'failed') =>
      modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0)
    // A file that does not even load has no tests that could fail.
    const broken = modules.filter(module => module.errors().length > 0).length
    console.log(`\n${count('passed')} passed, ${count('failed') + broken} failed`)
  }
}
