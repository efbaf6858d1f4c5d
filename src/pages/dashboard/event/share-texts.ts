import { pageTexts } from '../texts/page-texts.ts';

const en = {
  live: 'You’re live',
  liveIntro: 'Your event is public. Share it to sell the first tickets.',
  title: 'Share',
  close: 'Close',
  link: 'Event page',
  whatsApp: 'Share on WhatsApp',
  more: 'Share…',
  copied: 'Copied.',
  qr: 'QR code of the event page',
  download: 'Download the QR code',
  embed: 'Code for your site',
  embedTitle: (name: string) => `Tickets for ${name}`,
};

export const useShareTexts = pageTexts({ en, fr: en });
