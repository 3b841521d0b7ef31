import { useLingui } from '@lingui/react/macro'
import { Code, type Problem } from '#/backend/problem'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'

/** The provider is switched off. */
const UNSUPPORTED = 252
/** What the protocol says of an address that another user has now; one that rests is told in other words. */
const TAKEN = 'this auth is already used'

/** Says what went wrong with a wallet. What has no words of ours is said in those of the specification or the server. */
export function useWalletMessages() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  return (problem: Problem | null) => {
    switch (problem?.code) {
      case Code.objectNotFound:
        return t`The server rejected the signature: the message expired or was already used. Try again.`
      case Code.accountLinked:
        if (problem.reason === 'WALLET_USED') return problem.sentence
        return problem.sentence === TAKEN
          ? t`This wallet belongs to another account.`
          : t`This wallet was recently unlinked from another account. For now, only that account can link it again.`
      case UNSUPPORTED:
        return t`This type of wallet is not supported here.`
      case Code.forbidden:
        return problem.sentence
      default:
        return sayProblem(problem)
    }
  }
}
