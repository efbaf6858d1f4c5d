import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  answerProblem,
  askedFields,
  checkAnswers,
  cleanAnswer,
  MAX_ANSWER_CHARACTERS,
  nameField,
  QUESTION_KINDS,
  TICKED,
  type AskedQuestion,
} from './questions.ts';

const question = (changes: Partial<AskedQuestion>): AskedQuestion => ({
  id: 'q',
  per: 'order',
  kind: 'line',
  label: 'Name?',
  help: '',
  choices: [],
  isRequired: false,
  ticketTypeIds: null,
  ...changes,
});

test('a question is asked once per order or per ticket, and only where its ticket types are bought', () => {
  const questions = [
    question({ id: 'ticket', per: 'ticket' }),
    question({ id: 'order' }),
    question({ id: 'vip', per: 'ticket', ticketTypeIds: ['vip'] }),
    question({ id: 'never', ticketTypeIds: ['gone'] }),
  ];
  const names = askedFields(questions, ['regular', 'vip']).map((one) =>
    nameField(one.question.id, one.ticket),
  );
  assert.deepEqual(names, ['order', 'ticket.1', 'ticket.2', 'vip.2']);
});

const TYPES = ['a', 'b', 'c'];
const someQuestions = fc.array(
  fc.record({
    per: fc.constantFrom('order' as const, 'ticket' as const),
    kind: fc.constantFrom(...QUESTION_KINDS),
    isRequired: fc.boolean(),
    ticketTypeIds: fc.option(fc.subarray(TYPES, { minLength: 1 })),
  }),
  { maxLength: 6 },
);
const someText = fc.string({ unit: 'binary', maxLength: 1_200 });

test('an answer that is kept answers a field, fits it, has no control characters and is clean already, whatever is sent; a required one is given, or refused', () => {
  fc.assert(
    fc.property(
      someQuestions,
      fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(6), fc.option(fc.integer({ min: 1, max: 5 })), someText), { maxLength: 30 }),
      (specs, typeIds, sent) => {
        const questions = specs.map((spec, nr) =>
          question({ ...spec, id: `q${nr}`, choices: spec.kind === 'choice' ? ['Small', 'Large'] : [] }),
        );
        const fields = askedFields(questions, typeIds);
        const given = sent.map(([nr, ticket, answer]) => ({ questionId: `q${nr}`, ticket, answer }));
        const { answers, wrong } = checkAnswers(fields, given);
        const wrongNames = new Set(wrong.map((one) => nameField(one.questionId, one.ticket)));
        for (const { questionId, ticket, answer } of answers) {
          const field = fields.find((one) => one.question.id === questionId && one.ticket === ticket);
          assert.ok(field, 'an answer to what was not asked');
          assert.ok(answer.length > 0 && answer.length <= MAX_ANSWER_CHARACTERS[field.question.kind]);
          assert.doesNotMatch(answer, /[^\P{Cc}\n]/u);
          assert.equal(cleanAnswer(field.question.kind, answer), answer);
          if (field.question.kind === 'choice') assert.ok(field.question.choices.includes(answer));
          if (field.question.kind === 'tick') assert.equal(answer, TICKED);
        }
        for (const { question: asked, ticket } of fields.filter((one) => one.question.isRequired)) {
          const isAnswered = answers.some((one) => one.questionId === asked.id && one.ticket === ticket);
          assert.notEqual(isAnswered, wrongNames.has(nameField(asked.id, ticket)));
        }
      },
    ),
  );
});

test('a choice is one of those that are offered, and a tick that must be set is set', () => {
  const choice = question({ kind: 'choice', choices: ['S', 'M'] });
  assert.equal(answerProblem(choice, 'M'), null);
  assert.equal(answerProblem(choice, 'XL'), 'other_choice');
  assert.equal(answerProblem(choice, ''), null);
  assert.equal(
    answerProblem(question({ kind: 'tick', isRequired: true }), cleanAnswer('tick', 'no')),
    'missing',
  );
  assert.equal(answerProblem(question({}), 'x'.repeat(201)), 'too_long');
});
