/** Enough for the owner to know it by. Whoever was sent the page's address learns nobody's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}…${email.slice(at)}`;
}
