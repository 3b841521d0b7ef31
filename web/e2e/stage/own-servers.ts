// For runs in which every test has a server of its own: only whoever takes the mail is shared.
export { startMailbox as default } from './mailbox.ts'
