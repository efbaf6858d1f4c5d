/** Of an event's public page: never that of an order. */
export type Shared = { name: string; date: string; address: string };

export function whatsAppLink({ name, date, address }: Shared): string {
  const message = `${name} · ${date}\n${address}`;
  return `https://wa.me/?text=${encodeURIComponent(message.toWellFormed())}`;
}

/** By the device's own sheet where it has one; elsewhere the link is copied. `blocked`: the site around the frame allows neither. */
export async function shareAddress({
  name,
  address,
}: Pick<Shared, 'name' | 'address'>): Promise<'shared' | 'copied' | 'blocked'> {
  if ('share' in navigator) {
    const refused = await navigator.share({ title: name, url: address }).then(
      () => null,
      (error: Error) => error.name,
    );
    // A person who closes the sheet has changed their mind.
    if (refused !== 'NotAllowedError') return 'shared';
  }
  return navigator.clipboard.writeText(address).then(
    () => 'copied',
    () => 'blocked',
  );
}
