import type { VNode } from 'preact';
import type { Language } from '../../src/values/language.ts';
import { Document } from '../shared/document.tsx';
import type { Pages } from './contract.ts';
import { Notice } from './notice.tsx';

type Texts = Record<Pages['notice']['about'], { title: string; text: string }>;

const TEXTS: Record<Language, Texts> = {
  en: {
    unknown_event: {
      title: 'There is no such event here',
      text: 'The address may have a typing error in it, or the event is not public. Ask the person who gave it to you.',
    },
    unknown_host: {
      title: 'There is no such page here',
      text: 'The link may be cut off, or the page was taken down. Ask the person who gave it to you. Tickets that you have bought are in your e-mail, and stay good.',
    },
    too_often: {
      title: 'A moment’s patience, please',
      text: 'Very many requests come from your network just now. Load this page again in a minute.',
    },
    trouble: {
      title: 'One moment, please',
      text: 'We can’t show this page just now. Whatever you have bought is safe: load the page again in a moment.',
    },
  },
  fr: {
    unknown_event: {
      title: 'Cet événement est introuvable',
      text: 'L’adresse contient peut-être une faute de frappe, ou l’événement n’est pas public. Demandez à la personne qui vous l’a donnée.',
    },
    unknown_host: {
      title: 'Cette page est introuvable',
      text: 'Le lien est peut-être incomplet, ou la page a été retirée. Demandez à la personne qui vous l’a donné. Les billets que vous avez achetés sont dans vos e-mails et restent valables.',
    },
    too_often: {
      title: 'Un instant de patience',
      text: 'Votre réseau envoie beaucoup de demandes en ce moment. Rechargez cette page dans une minute.',
    },
    trouble: {
      title: 'Un instant, s’il vous plaît',
      text: 'Cette page ne peut pas être affichée pour le moment. Vos achats sont en sécurité : rechargez-la dans un instant.',
    },
  },
};

const WAYS: Record<Language, Record<'home' | 'again', string>> = {
  en: { home: 'To the start page', again: 'Load the page again' },
  fr: { home: 'Vers la page d’accueil', again: 'Recharger la page' },
};

/** What a buyer reads where the page that was asked for can't be shown. */
export function NoticePage({ about, language, theme, homeAddress }: Pages['notice']): VNode {
  const { title, text } = TEXTS[language][about];
  const isMissing = about === 'unknown_event' || about === 'unknown_host';
  return (
    <Document title={title} language={language} theme={theme}>
      <Notice
        title={title}
        way={
          isMissing ? (
            homeAddress && <a href={homeAddress}>{WAYS[language].home}</a>
          ) : (
            // An empty address is the page itself.
            <a href="">{WAYS[language].again}</a>
          )
        }
      >
        {text}
      </Notice>
    </Document>
  );
}
