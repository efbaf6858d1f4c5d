// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  hall: string;
  section: string;
  rows: string;
  seats: string;
  taken: string;
  house: string;
  bySection: string;
  notLoaded: string;
  again: string;
  drawing: string;
  download: string;
  downloads: {
    list: string;
    plan: string;
    pretix: string;
  };
  firstTitle: string;
  firstIntro: string;
  listIntro: string;
  replaceTitle: string;
  replaceIntro: string;
  columnsTitle: string;
  columns: {
    section: string;
    row: string;
    seat: string;
    xy: string;
    type: string;
    marks: string;
  };
  startTitle: string;
  startIntro: string;
  planHint: string;
  newHall: string;
  started: (name: Value) => string;
  notReady: (values: { problems: number; name: Value }) => string;
  mend: string;
  save: (lines: number) => string;
  saved: (count: number) => string;
  noDifferences: string;
  differences: (values: { added: number; changed: number; removed: number }) => string;
  inTheWay: (count: number) => string;
  oneInTheWay: {
    missing: (values: { isSold: boolean; seat: Value; type: Value }) => string;
    renamed: (values: { isSold: boolean; seat: Value; type: Value; name: Value }) => string;
    otherType: (values: { isSold: boolean; seat: Value; type: Value; newType: Value }) => string;
  };
  moreInTheWay: (count: number) => string;
  rules: {
    title: string;
    singleSeats: string;
    choices: {
      off: {
        label: string;
        hint: string;
        done: string;
      };
      advise: {
        label: string;
        hint: string;
        done: string;
      };
      refuse: {
        label: string;
        hint: string;
        done: string;
      };
    };
  };
  usePlan: {
    title: string;
    intro: string;
    none: string;
    draw: string;
    askToDraw: string;
    plan: string;
    option: (values: { count: number; name: Value; version: Value }) => string;
    uses: (values: { name: Value; version: Value }) => string;
    look: string;
    take: string;
    openPlan: string;
    newerTitle: (values: { version: Value; name: Value }) => string;
    newerIntro: (version: Value) => string;
    takeVersion: (version: Value) => string;
    looking: string;
  };
  newTypes: (count: number) => string;
  newTypesHint: string;
  priceOf: (name: Value) => string;
  problems: {
    ofColumn: {
      required: (column: Value) => string;
      too_long: (column: Value) => string;
      not_a_line: (column: Value) => string;
      no_place: (column: Value) => string;
    };
    ofValue: {
      not_a_number: (value: Value) => string;
      unknown_mark: (value: Value) => string;
      not_seated: (value: Value) => string;
      two_types: (value: Value) => string;
    };
    same_place: (line: Value) => string;
    double: (values: { value: Value; line: Value }) => string;
    too_many_types: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
