/** Enough for the owner to know it by. People who were sent the page's address learn no e-mail address from it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}…${email.slice(at)}`;
}
