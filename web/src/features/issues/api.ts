import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { withoutKey } from '#/backend/problem'
import { count, maybe } from '#/backend/shapes'
import { changeIssue, KEYS, refreshIssue, settleIssue } from '#/entities/issue/cache'
import { tellOwnTabs } from '#/entities/issue/own-tabs'
import type { ReportTexts } from '#/entities/issue/report-texts'
import { type IssueRow, issueRow, watching } from '#/entities/issue/schema'
import { comment } from '#/entities/issue/view'
import { decision } from '#/features/issues/model'

export type WatchLevel = NonNullable<IssueRow['watching']>
const watchAnswer = v.object({ watching: maybe(watching) })

export function useWatch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ number, level }: { number: number; level: WatchLevel | null }) =>
      call('issueWatch', { number, level }, watchAnswer),
    onMutate: ({ number, level }) => changeIssue(cache, number, () => ({ watching: level })),
    onError: (_, __, undo) => undo?.(),
    onSuccess: (answer, { number }) => {
      settleIssue(cache, number, answer)
      tellOwnTabs(number, answer)
    },
  })
}

const commentAnswer = v.object({ comment: comment, issue: issueRow })

export interface NewComment {
  body: string
  internal?: boolean
  kind?: 'official'
  parent?: string
  attachments?: string[]
}

export function useAddComment(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (written: NewComment) => call('commentAdd', { number, ...written }, commentAnswer),
    onSuccess: ({ issue }) => {
      changeIssue(cache, number, () => issue)
      return refreshIssue(cache, number)
    },
  })
}

type CommentChange =
  | { name: 'commentEdit'; id: string; body: string }
  | { name: 'commentDelete'; id: string }
  | { name: 'commentMarkHelpful'; id: string; on: boolean }
  | { name: 'commentPin'; id: string; on: boolean }
  | { name: 'trackerCommentSend'; comment: string }

/** Everything that happens to a comment after it was written. */
export function useChangeComment(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...params }: CommentChange) => call(name, params, v.unknown()),
    onSuccess: () => refreshIssue(cache, number),
  })
}

/** A command of a tester or an administrator on one issue. */
export interface Command {
  name: string
  params?: Record<string, unknown>
}

export function useIssueCommand(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, params }: Command) => call(name, { number, ...params }, decision),
    onSuccess: ({ issue }) => {
      changeIssue(cache, number, () => issue)
      void cache.invalidateQueries({ queryKey: KEYS.queue })
      return refreshIssue(cache, number)
    },
  })
}

/** Says that an issue repeats another one; an administrator decides. */
export function useProposeDuplicate(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (target: number) => call('issueProposeDuplicate', { number, target }, v.unknown()),
    onSuccess: () => refreshIssue(cache, number),
  })
}

/** Erases the texts that were edited out of a report. */
export function useForgetTexts(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('issueForgetTexts', { number }, v.unknown()),
    onSuccess: () => refreshIssue(cache, number),
  })
}

/** Takes the last decision back, within its half minute. */
export function useUndo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (number: number) => call('issueUndo', { number }, decision),
    onSettled: () => cache.invalidateQueries({ queryKey: KEYS.all }),
  })
}

const bulkAnswer = v.object({
  done: v.array(count),
  refused: v.array(v.object({ number: count, reason: v.pipe(v.string(), v.transform(withoutKey)) })),
})

/** One decision about many. */
export function useBulk() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({
      numbers,
      command,
      params = {},
    }: {
      numbers: number[]
      command: string
      params?: object
    }) => call('issueBulk', { command, numbers, params }, bulkAnswer),
    onSettled: () => cache.invalidateQueries({ queryKey: KEYS.all }),
  })
}

export interface Report extends Partial<ReportTexts> {
  kind: string
  title: string
  body: string
  area: string
  build: string
  severityClaimed?: string
  private?: boolean
  environment?: Record<string, unknown>
  attachments?: string[]
  steps?: string[]
  /** Evidence that was looked up before, at most five. */
  evidence?: string[]
  /** The failure that it is to stand for. */
  cluster?: string
}

const submitted = v.object({ number: count })

export function useSubmitReport() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (report: Report) => call('issueSubmit', { ...report }, submitted),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS.all }),
  })
}

export type TrackerCommand =
  | { name: 'trackerIssueCreate'; tracker: string }
  | { name: 'trackerIssueLink'; url: string }
  | { name: 'trackerIssueUnlink'; tracker: string }

/** Brings an issue to a tracker, or parts the two. */
export function useTrackerCommand(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...params }: TrackerCommand) => call(name, { number, ...params }, v.unknown()),
    onSettled: () => refreshIssue(cache, number),
  })
}

/** Sends a comment on to every tracker that its issue is at. */
export function useSendComment(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('trackerCommentSend', { comment: id }, v.unknown()),
    onSettled: () => refreshIssue(cache, number),
  })
}
