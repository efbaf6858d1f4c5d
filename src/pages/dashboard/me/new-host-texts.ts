import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'New host',
  intro:
    'For another organisation. It has its own events, payments and team. You are its owner, and your other hosts stay as they are.',
  organisation: 'Organisation',
  name: 'Name of your organisation',
  nameHint: 'Buyers see it on tickets and receipts. You can change it later.',
  country: 'Country',
  chooseCountry: 'Choose a country',
  countryHint: 'It sets the currency of your prices. You can’t change it after your first event.',
  create: 'Create host',
  made: (name: string) => `${name} created. Add its first event.`,
};

export const useNewHostTexts = textsWith({ en, fr: en });
