/** Whoever was asked before a form is sent has thought better of it: it stays as it is, and nothing went wrong. */
export class Declined extends Error {}
