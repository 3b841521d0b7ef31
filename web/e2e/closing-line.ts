// The line that the gate counts: "N passed, M failed".
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

export default class ClosingLine implements Reporter {
  private readonly outcomes = new Map<string, boolean>()

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status !== 'skipped') this.outcomes.set(test.id, test.ok())
  }

  onEnd(result: FullResult) {
    const passed = [...this.outcomes.values()].filter(Boolean).length
    const failed = this.outcomes.size - passed
    // A run that was cut short has failed, even if all it got to was well.
    const cut = failed === 0 && result.status !== 'passed' ? 1 : 0
    console.log(`${passed} passed, ${failed + cut} failed`)
  }
}
