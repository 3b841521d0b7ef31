// Asks the server what a failure is, and which issues are like it.
import type { Evidence } from '../report.ts'
import type { Connection } from './connection.ts'

const AGAIN_MS = 1_000

export interface Explanation {
  evidence: {
    state: 'waiting' | 'explained' | 'failed'
    class?: string
    verdict?: string
    title?: string
    sentence?: string
  }
  similar: readonly { number: number; title: string; status: string; address: string }[]
}

/** Calls `show` with each answer, until one is not `waiting`. Returns how to stop. */
export function explain(
  { door, memory }: Connection,
  evidence: Evidence,
  show: (explanation: Explanation) => void,
  failed: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOn = true

  async function ask(): Promise<void> {
    try {
      const answer = await door.post<Explanation>('explain', { token: memory.session()?.token, evidence })
      if (!isOn) return
      if (answer.evidence.state === 'waiting') timer = setTimeout(() => void ask(), AGAIN_MS)
      show(answer)
    } catch (error) {
      if (isOn) failed(error)
    }
  }

  void ask()
  return () => {
    isOn = false
    clearTimeout(timer)
  }
}
