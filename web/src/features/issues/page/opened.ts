// What opens on the page of an issue by a press. It is fetched once the page is there.
export { TesterDialogs } from '#/features/issues/page/dialogs'
export { AddProofDialog } from '#/features/issues/proof/AddProofDialog'
