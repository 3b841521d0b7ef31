import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { attachment } from '#/entities/issue/view'

const answer = v.object({ attachment })

/** Tells the server what an uploaded file is for. */
export const addAttachment = (file: { name: string; url: string }, name: string) =>
  call('attachmentAdd', { file: { __type: 'File', ...file }, name }, answer)

export const removeAttachment = (id: string) => call('attachmentRemove', { id }, anything)
