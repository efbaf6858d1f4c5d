import type { RuleTester } from 'oxlint/plugins-dev';

// The linter runs these rules on the tests: each forbids what has made a test fail on a busy machine. Controls: steady-tests.test.ts.

type Rule = Parameters<RuleTester['run']>[1];
type Context = Parameters<NonNullable<Rule['create']>>[0];
// oxlint-disable-next-line typescript/no-explicit-any -- nodes of every kind are climbed and looked into
type Node = any;

const READS = new Set([
  'allInnerTexts',
  'allTextContents',
  'ariaSnapshot',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isHidden',
  'isVisible',
  'look',
  'textContent',
  'title',
]);

const nameOf = (callee: Node): string =>
  callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : (callee.name ?? '');

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';

const isAssertion = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee.name === 'assert' || callee.object?.name === 'assert');

/** `assert.ok(name)` only tells the compiler that something is there. */
const isGuard = ({ callee, arguments: [first] }: Node, found: Node): boolean =>
  found === first && found.type === 'Identifier' && (callee.name === 'assert' || nameOf(callee) === 'ok');

/** The assertion that something is said in; null where it is what another call is asked for. */
function assertionAround(found: Node): Node {
  for (let node = found.parent; node && !isFunction(node); node = node.parent) {
    if (isAssertion(node)) return isGuard(node, found) ? null : node;
    if (node.type === 'AwaitExpression' && found.type === 'Identifier') return null;
  }
  return null;
}

/** Whether a look is asserted: in place, by the name that it was given, or by the function that takes it. */
function isAsserted(context: Context, look: Node): boolean {
  if (assertionAround(look)) return true;
  let awaits = 0;
  for (let node = look.parent; node; node = node.parent) {
    if (node.type === 'AwaitExpression') awaits += 1;
    // An argument of another call is not a look.
    if (awaits > 1) return false;
    if (node.type === 'FunctionDeclaration') return usesOf(context, node).some(isAssertedCall);
    if (node.type !== 'VariableDeclarator') {
      if (isFunction(node) && !isPartOf(node.parent)) return false;
    } else if (isFunction(node.init)) return usesOf(context, node).some(isAssertedCall);
    else
      return (
        !['evaluate', 'look'].includes(nameOf(look.callee)) && usesOf(context, node).some(assertionAround)
      );
  }
  return false;
}

/** A function that has a name, or is called for each of several. */
const isPartOf = ({ type, callee }: Node): boolean =>
  type === 'VariableDeclarator' || (type === 'CallExpression' && nameOf(callee) === 'map');

const isAssertedCall = (name: Node): boolean =>
  name.parent.type === 'CallExpression' &&
  name.parent.callee === name &&
  assertionAround(name.parent) !== null;

const usesOf = (context: Context, declaration: Node): Node[] =>
  context.sourceCode.scopeManager
    .getDeclaredVariables(declaration)
    .flatMap(({ references }: Node) => references.map(({ identifier }: Node) => identifier));

const awaitedLook: Rule = {
  create(context: Context) {
    return {
      CallExpression(node: Node) {
        if (!READS.has(nameOf(node.callee)) || !isAsserted(context, node)) return;
        context.report({
          node,
          message: 'The page may not be there yet: wait for it (untilEqual, untilMatch, waitFor).',
        });
      },
    };
  },
};

const isIn = (context: Context, folder: string): boolean => context.filename.includes(`/${folder}/`);

/** Refuses calls such as `page.keyboard.press()`, but for the harness's own. */
const forHarnessOnly = (device: string, methods: string[], message: string): Rule => ({
  create(context: Context) {
    if (isIn(context, 'harness')) return {};
    return {
      CallExpression(node: Node) {
        const { callee } = node;
        if (nameOf(callee.object ?? {}) === device && methods.includes(nameOf(callee)))
          context.report({ node, message });
      },
    };
  },
});

const isClock = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  nameOf(node.callee) === 'now' &&
  ['Date', 'performance'].includes(node.callee.object?.name);

const isComparison = ({ type, operator }: Node): boolean =>
  type === 'BinaryExpression' && ['<', '<=', '>', '>='].includes(operator);

/** Time that has passed, and times of the database, are not to be held against this process's clock. */
const noTimeLimit: Rule = {
  create(context: Context) {
    return {
      CallExpression(node: Node) {
        if (!isClock(node) || !assertionAround(node)) return;
        for (let around = node.parent; !isAssertion(around); around = around.parent) {
          if (!isComparison(around)) continue;
          const message =
            'A busy machine takes as long as it takes, and the database has its own clock: wait for the condition (until, untilDone), or compare in SQL.';
          return context.report({ node, message });
        }
      },
    };
  },
};

const A_MINUTE_MS = 60_000;

const farFromNow: Rule = {
  create(context: Context) {
    return {
      BinaryExpression(node: Node) {
        const { operator, left, right } = node;
        if (!['+', '-'].includes(operator) || !isClock(left) || left.callee.object.name !== 'Date') return;
        if (typeof right.value !== 'number' || right.value >= A_MINUTE_MS) return;
        const message = 'On a busy machine this is past, or not there yet: a minute off at least, or by SQL.';
        context.report({ node, message });
      },
    };
  },
};

/** One place asks who waits for a lock: inside a transaction the same activity is shown again and again, unless it is told not to. */
const oneWayToSeeLocks: Rule = {
  create(context: Context) {
    if (isIn(context, 'harness')) return {};
    return {
      TemplateElement(node: Node) {
        if (!node.value.raw.includes('wait_event_type')) return;
        context.report({ node, message: 'Ask by untilWaiting or countWaiting of the harness.' });
      },
    };
  },
};

const steadyTests = {
  meta: { name: 'steady' },
  rules: {
    'awaited-look': awaitedLook,
    'key-at-focus': forHarnessOnly(
      'keyboard',
      ['down', 'insertText', 'press', 'type', 'up'],
      'The focus may not be there yet: press on the element (target.press), or wait for its focus (pressAt, typeAt, tabTo).',
    ),
    'whole-drag': forHarnessOnly(
      'mouse',
      ['down', 'up'],
      'The page may not have moved yet: drag in painted steps (drag, with boxOf).',
    ),
    'no-time-limit': noTimeLimit,
    'far-from-now': farFromNow,
    'one-way-to-see-locks': oneWayToSeeLocks,
  },
};
// oxlint-disable-next-line import/no-default-export -- as the linter wants its plugins
export default steadyTests;
