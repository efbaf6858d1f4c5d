import type { Database } from '../../db/database.ts';
import { unlinked } from '../../mail/unlinked.ts';
import type { Role } from '../../powers.ts';
import { hashToken, makeToken } from '../sessions/session-token.ts';
import { composeDispute } from './compose-dispute.ts';
import { composeGatewayDown } from './compose-gateway-down.ts';
import { composeOwnerNotice } from './compose-owner-notice.ts';
import { composeReceiverFailing } from './compose-receiver-failing.ts';
import { composeSaleStop } from './compose-sale-stop.ts';
import { composeSupportVisit } from './compose-support-visit.ts';
import { linkOf, resetAddress, signInAddress } from './dashboard-addresses.ts';
import { makeMailedToken, type TokenPurpose } from './make-mailed-token.ts';
import type { PersonMail } from './person-mail.ts';
import { renderPersonMail, type RenderedPersonMail } from './render-person-mail.ts';
import { personMailTextsIn, LANGUAGE } from './texts/person-mail-texts-in.ts';

export type MailDeps = { database: Database; dashboardUrl: string };
type Recipient = { name: string; address: string };
export type ComposedPersonMail = RenderedPersonMail & { to: Recipient };

/** The mail and whom it is to; null where there is nothing to say any more. A link in it is made here and now. */
export async function composePersonMail(
  deps: MailDeps,
  mail: PersonMail,
): Promise<ComposedPersonMail | null> {
  if (mail.mail === 'invitation') return composeInvitation(deps, mail);
  if (mail.mail === 'owner_notice') return composeOwnerNotice(deps, mail);
  if (mail.mail === 'sale_stop') return composeSaleStop(deps, mail);
  if (mail.mail === 'support_visit') return composeSupportVisit(deps, mail);
  if (mail.mail === 'receiver_failing') return composeReceiverFailing(deps, mail);
  if (mail.mail === 'gateway_down') return composeGatewayDown(deps, mail);
  if (mail.mail === 'dispute') return composeDispute(deps, mail);
  const person = await findPerson(deps.database, mail.personId);
  if (!person) return null;
  if (mail.mail === 'email_changed') return composeEmailChanged(person, mail.oldEmail);
  if (mail.mail === 'password_changed') return composePasswordChanged(deps, person);
  if (mail.mail === 'sign_up_with_known_email') return composeKnownEmail(deps, person);
  if (mail.mail === 'confirm_email' && person.isEmailConfirmed) return null;
  const address = mail.mail === 'change_email' ? mail.newEmail : person.email;
  return composeLink(deps, { purpose: mail.mail, personId: mail.personId }, { name: person.name, address });
}

type Person = { email: string; name: string; isEmailConfirmed: boolean };

async function findPerson(database: Database, personId: string): Promise<Person | null> {
  const { rows } = await database.query<Person>(
    `SELECT email, name, email_confirmed_at IS NOT NULL AS "isEmailConfirmed" FROM people WHERE id = $1`,
    [personId],
  );
  return rows[0] ?? null;
}

async function composeLink(
  { database, dashboardUrl }: MailDeps,
  { purpose, personId }: { purpose: TokenPurpose; personId: string },
  to: Recipient,
): Promise<ComposedPersonMail> {
  const texts = personMailTextsIn(LANGUAGE);
  const { subject, preview, paragraphs, good, button } = texts[purpose];
  const token = await database.transaction((tx) =>
    makeMailedToken(tx, { purpose, personId, email: to.address }),
  );
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(to.name),
    subject,
    kicker: texts.kicker,
    preview,
    paragraphs: purpose === 'reset_password' ? [...paragraphs, texts.reset_password.factor] : paragraphs,
    button: { label: button, url: linkOf(dashboardUrl, purpose, token) },
    after: [`${good} ${texts.once}`, texts.ignore],
  });
  return { ...rendered, to };
}

/** To the address that is the account's no more: it may have been taken from its owner. */
function composeEmailChanged({ name, email }: Person, oldEmail: string): ComposedPersonMail {
  const texts = personMailTextsIn(LANGUAGE);
  const { subject, paragraphs } = texts.email_changed;
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(name),
    subject,
    kicker: texts.kicker,
    preview: subject,
    paragraphs: paragraphs(unlinked(email)),
  });
  return { ...rendered, to: { name, address: oldEmail } };
}

function composePasswordChanged({ dashboardUrl }: MailDeps, { name, email }: Person): ComposedPersonMail {
  const texts = personMailTextsIn(LANGUAGE);
  const { subject, paragraphs, notYou, button } = texts.password_changed;
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(name),
    subject,
    kicker: texts.kicker,
    preview: subject,
    paragraphs: [...paragraphs, notYou],
    button: { label: button, url: resetAddress(dashboardUrl) },
  });
  return { ...rendered, to: { name, address: email } };
}

function composeKnownEmail({ dashboardUrl }: MailDeps, { name, email }: Person): ComposedPersonMail {
  const texts = personMailTextsIn(LANGUAGE);
  const { subject, preview, paragraphs, button, reset, ignore } = texts.sign_up_with_known_email;
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: unlinked(name),
    subject,
    kicker: texts.kicker,
    preview,
    paragraphs,
    button: { label: button, url: signInAddress(dashboardUrl) },
    after: [ignore],
    otherLink: { label: reset, url: resetAddress(dashboardUrl) },
  });
  return { ...rendered, to: { name, address: email } };
}

// A person who signs up chooses the name of a host and its invitees: a name is not long enough for a message.
const MAX_NAME_CHARACTERS = 80;
const shorten = (name: string): string =>
  name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS - 1).toWellFormed()}…` : name;

type Invitation = {
  email: string;
  role: Role;
  hostName: string;
  inviter: string | null;
  expiresAt: Date;
};

/** An invitation has one link at a time: the newest that was sent. */
async function composeInvitation(
  { database, dashboardUrl }: MailDeps,
  { invitationId }: { invitationId: string },
): Promise<ComposedPersonMail | null> {
  const token = makeToken();
  const { rows } = await database.query<Invitation>(
    `UPDATE invitations AS i SET token_sha256 = $2 FROM hosts AS h
      WHERE i.id = $1 AND h.id = i.host_id AND h.suspended_at IS NULL
        AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > now()
      RETURNING i.email, i.role, h.name AS "hostName", i.expires_at AS "expiresAt",
                (SELECT coalesce(nullif(p.name, ''), p.email) FROM people AS p WHERE p.id = i.invited_by) AS inviter`,
    [invitationId, hashToken(token)],
  );
  const [found] = rows;
  if (!found) return null;
  const { invitation } = personMailTextsIn(LANGUAGE);
  const host = unlinked(shorten(found.hostName));
  const until = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' });
  const rendered = renderPersonMail({
    language: LANGUAGE,
    name: '',
    subject: invitation.subject(host),
    kicker: host,
    preview: invitation.preview(host),
    paragraphs: [
      invitation.news({
        host,
        inviter: unlinked(shorten(found.inviter ?? '')),
        role: invitation.roles[found.role],
      }),
    ],
    button: { label: invitation.button, url: linkOf(dashboardUrl, 'invitation', token) },
    after: [invitation.good(until.format(found.expiresAt)), invitation.ignore],
  });
  return { ...rendered, to: { name: '', address: found.email } };
}
