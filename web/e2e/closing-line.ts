// The line that the gate counts: "N passed, M failed", and how many passed only when they were tried again.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

export default class ClosingLine implements Reporter {
  private readonly tests = new Map<string, TestCase>()

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status !== 'skipped') this.tests.set(test.id, test)
  }

  onEnd(result: FullResult) {
    const tests = [...this.tests.values()]
    const passed = tests.filter(test => test.ok()).length
    const failed = tests.length - passed
    const flaky = tests.filter(test => test.outcome() === 'flaky')
    for (const test of flaky) console.log(`flaky: ${test.titlePath().filter(Boolean).join(' › ')}`)
    // A run that was cut short has failed, even if all it got to was well.
    const cut = failed === 0 && result.status !== 'passed' ? 1 : 0
    console.log(`${passed} passed, ${failed + cut} failed, ${flaky.length} flaky`)
  }
}
