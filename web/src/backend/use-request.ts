import { useState } from 'react'
import { type Problem, problemFrom } from '#/backend/problem'

export type Request<Result> =
  | { state: 'idle' | 'busy' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; problem: Problem }

/** One request of a small form: whether it is under way, and how it ended. */
export function useRequest<Result>() {
  const [request, setRequest] = useState<Request<Result>>({ state: 'idle' })

  async function run(work: () => Promise<Result>): Promise<boolean> {
    setRequest({ state: 'busy' })
    try {
      setRequest({ state: 'done', result: await work() })
      return true
    } catch (thrown) {
      setRequest({ state: 'failed', problem: problemFrom(thrown) })
      return false
    }
  }

  return { request, run, problem: request.state === 'failed' ? request.problem : null }
}
