// The mailbox's data. Types only: the server reads the mails.

/** `date` as the mail has it; null where it has none. */
type Head = { id: string; subject: string | null; to: string; date: string | null };

export type Mailbox = { mails: Head[] };

export type Mail = Head & {
  from: string;
  messageId: string;
  /** Attachments, without the pictures of the body. */
  files: { index: number; name: string; bytes: number }[];
  hasBody: boolean;
  text: string;
  headers: { name: string; value: string }[];
};
