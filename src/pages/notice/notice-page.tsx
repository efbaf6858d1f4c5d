import type { VNode } from 'preact';
import type { Language } from '../../values/language.ts';
import { Document } from '../shared/document.tsx';
import { AskHost } from '../shared/ask-host.tsx';
import type { Pages } from '../contract.ts';
import { Notice } from './notice.tsx';

type Text = { title: string; text: string; note?: string; example?: string };
type Texts = Record<Pages['notice']['about'], Text>;

const TEXTS: Record<Language, Texts> = {
  en: {
    unknown_address: {
      title: 'There is no page at this address',
      text: 'The address may be mistyped, or the page has moved. Check it, or ask the person who gave it to you. Tickets you bought are in your e-mail and stay valid.',
    },
    checkout: {
      title: 'Which event?',
      text: 'Every event has its own checkout, and this address doesn’t name an event. Open the checkout from the page that sells the tickets. Tickets you bought are in your e-mail.',
      note: 'Building a site? The address of a checkout ends with the event’s slug, such as',
      example: '/checkout/my-event',
    },
    unknown_event: {
      title: 'There is no such event here',
      text: 'The address may be mistyped, or the event isn’t public. Ask the person who gave it to you.',
    },
    preview_over: {
      title: 'This preview has ended',
      text: 'The link has expired, or its host has revoked it. Ask the person who gave it to you for a new one.',
    },
    unknown_host: {
      title: 'There is no such page here',
      text: 'The link may be cut off, or the page was taken down. Ask the person who gave it to you. Tickets you bought are in your e-mail and stay valid.',
    },
    too_often: {
      title: 'Too many requests',
      text: 'Your network is sending too many requests right now. Reload this page in a minute.',
    },
    trouble: {
      title: 'One moment, please',
      text: 'We can’t show this page right now. Your tickets are safe: reload the page in a moment.',
    },
  },
  fr: {
    unknown_address: {
      title: 'Il n’y a pas de page à cette adresse',
      text: 'Elle contient peut-être une faute de frappe, ou la page a changé d’adresse. Vérifiez-la, ou demandez à la personne qui vous l’a donnée. Les billets que vous avez achetés sont dans vos e-mails et restent valables.',
    },
    checkout: {
      title: 'Pour quel événement ?',
      text: 'Chaque événement a sa propre page de vente, et cette adresse n’en nomme aucun. Ouvrez-la depuis la page où les billets sont vendus. Les billets que vous avez achetés sont dans vos e-mails.',
      note: 'Vous construisez un site ? L’adresse d’une vente se termine par le slug de l’événement, comme',
      example: '/checkout/mon-evenement',
    },
    unknown_event: {
      title: 'Cet événement est introuvable',
      text: 'L’adresse contient peut-être une faute de frappe, ou l’événement n’est pas public. Demandez à la personne qui vous l’a donnée.',
    },
    preview_over: {
      title: 'Cet aperçu est terminé',
      text: 'Le lien a expiré, ou l’organisateur l’a retiré. Demandez-en un nouveau à la personne qui vous l’a donné.',
    },
    unknown_host: {
      title: 'Cette page est introuvable',
      text: 'Le lien est peut-être incomplet, ou la page a été retirée. Demandez à la personne qui vous l’a donné. Les billets que vous avez achetés sont dans vos e-mails et restent valables.',
    },
    too_often: {
      title: 'Trop de demandes',
      text: 'Votre réseau envoie trop de demandes en ce moment. Rechargez cette page dans une minute.',
    },
    trouble: {
      title: 'Un instant, s’il vous plaît',
      text: 'Nous ne pouvons pas afficher cette page pour le moment. Vos billets sont en sécurité : rechargez-la dans un instant.',
    },
  },
};

/** For a page whose host is not known without looking it up. */
const MEANWHILE: Record<Language, string> = {
  en: 'Tickets you bought are in your e-mail, too. If this page stays unavailable, ask the person who gave you its address.',
  fr: 'Les billets que vous avez achetés sont aussi dans vos e-mails. Si cette page reste indisponible, demandez à la personne qui vous a donné son adresse.',
};

type Way = keyof NonNullable<Pages['notice']['ways']>;

const WAYS: Record<Language, Record<Way | 'again', string>> = {
  en: {
    status: 'Service status',
    home: 'Home page',
    dashboard: 'Dashboard for hosts',
    reference: 'API reference',
    embed: 'How to embed a checkout',
    again: 'Reload the page',
  },
  fr: {
    status: 'État du service',
    home: 'Page d’accueil',
    dashboard: 'Tableau de bord des organisateurs',
    reference: 'Référence de l’API',
    embed: 'Comment intégrer la vente',
    again: 'Recharger la page',
  },
};

/** Shown to a buyer in place of a page that can't be shown. */
export function NoticePage({ about, language, theme, ways = {}, host = null }: Pages['notice']): VNode {
  const { title, text, note, example } = TEXTS[language][about];
  const names = WAYS[language];
  const isPassing = about === 'too_often' || about === 'trouble';
  return (
    <Document title={title} language={language} theme={theme}>
      <Notice
        title={title}
        ways={[
          // An empty address is the page itself.
          ...(isPassing ? [{ address: '', text: names.again }] : []),
          ...Object.entries(ways).map(([name, address]) => ({ address, text: names[name as Way] })),
        ]}
        ask={
          host && host.contactEmail !== null ? (
            <AskHost host={host} language={language} />
          ) : (
            isPassing && <p class="ask">{MEANWHILE[language]}</p>
          )
        }
        note={
          note !== undefined && (
            <>
              {note} <code>{example}</code>.
            </>
          )
        }
      >
        {text}
      </Notice>
    </Document>
  );
}
