/** Thrown when the person cancels before a form is sent: the form stays as it is, without an error. */
export class Declined extends Error {}
