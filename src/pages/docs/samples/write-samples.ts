import { KEY_VARIABLE, type SampleRequest } from './sample-request.ts';
import { writeLiteral, type LiteralStyle } from './write-literal.ts';

/** The languages of the samples, in the order in which they are offered. Each sample is a whole program. */
export const SAMPLE_LANGUAGES = [
  { id: 'curl', name: 'curl', write: writeCurl },
  { id: 'typescript', name: 'TypeScript', write: writeTypeScript },
  { id: 'python', name: 'Python', write: writePython },
  { id: 'php', name: 'PHP', write: writePhp },
  { id: 'go', name: 'Go', write: writeGo },
] as const;

function writeCurl({ method, url, needsKey, headers, body }: SampleRequest): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    // In double quotes, so that the shell fills in the key.
    ...(needsKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${inShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function inShell(text: string): string {
  if (/^[\w:/.@%+=,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const inSingleQuotes = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
const inJavaScript = (text: string): string =>
  /[\n\r\u2028\u2029]/.test(text) ? JSON.stringify(text) : inSingleQuotes(text);

const nameInJavaScript = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : inJavaScript(name);

const TYPESCRIPT: LiteralStyle = {
  object: ['{', '}'],
  array: ['[', ']'],
  member: (name) => `${nameInJavaScript(name)}: `,
  text: inJavaScript,
  words: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
};

function writeTypeScript({ method, url, needsKey, headers, body }: SampleRequest): string {
  const sent = [
    ...(needsKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
    ...headers.map(([name, value]) => `${nameInJavaScript(name)}: ${inJavaScript(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(sent.length === 0 ? [] : ['  headers: {', ...sent.map((line) => `    ${line},`), '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${writeLiteral(TYPESCRIPT, body, '  ')}),`]),
  ];
  return [
    options.length === 0
      ? `const response = await fetch(${inJavaScript(url)});`
      : [`const response = await fetch(${inJavaScript(url)}, {`, ...options, '});'].join('\n'),
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.error_code}: ${answer.message}`);',
    'console.log(answer.data);',
  ].join('\n');
}

const PYTHON: LiteralStyle = {
  object: ['{', '}'],
  array: ['[', ']'],
  member: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
};

function writePython({ method, url, needsKey, headers, body }: SampleRequest): string {
  const sent = [
    ...(needsKey ? [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  return [
    'import json',
    ...(needsKey ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length === 0 ? [] : ['    headers={', ...sent.map((line) => `        ${line}`), '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${writeLiteral(PYTHON, body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    answer = json.load(response)',
    'print(json.dumps(answer["data"], indent=2))',
  ].join('\n');
}

const PHP: LiteralStyle = {
  object: ['[', ']'],
  array: ['[', ']'],
  member: (name) => `${inSingleQuotes(name)} => `,
  text: inSingleQuotes,
  words: { true: 'true', false: 'false', null: 'null' },
  indent: '    ',
};

/** By streams: PHP's curl is an extension that not every machine has. */
function writePhp({ method, url, needsKey, headers, body }: SampleRequest): string {
  const sent = [
    ...(needsKey ? [`'Authorization: Bearer ' . getenv('${KEY_VARIABLE}'),`] : []),
    ...headers.map(([name, value]) => `${inSingleQuotes(`${name}: ${value}`)},`),
  ];
  return [
    '<?php',
    '',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(sent.length === 0 ? [] : ["    'header' => [", ...sent.map((line) => `        ${line}`), '    ],']),
    ...(body === undefined ? [] : [`    'content' => json_encode(${writeLiteral(PHP, body, '    ')}),`]),
    ']]);',
    `$answer = file_get_contents(${inSingleQuotes(url)}, false, $context);`,
    "print_r(json_decode($answer, true)['data']);",
  ].join('\n');
}

function writeGo({ method, url, needsKey, headers, body }: SampleRequest): string {
  const packages = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(needsKey ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const sent = [
    ...(needsKey ? [`"Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}")`] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}, ${JSON.stringify(value)}`),
  ];
  const lines = [
    ...(body === undefined ? [] : [`body := strings.NewReader(${inGo(JSON.stringify(body, null, 2))})`]),
    `request, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body === undefined ? 'nil' : 'body'})`,
    ...checkInGo(),
    ...sent.map((pair) => `request.Header.Set(${pair})`),
    'response, err := http.DefaultClient.Do(request)',
    ...checkInGo(),
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    ...checkInGo(),
    'fmt.Println(response.Status, string(answer))',
  ];
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...lines.map((line) => `\t${line}`),
    '}',
  ].join('\n');
}

const checkInGo = (): string[] => ['if err != nil {', '\tlog.Fatal(err)', '}'];
/** As it is, unless it has the sign that would end it. */
const inGo = (json: string): string => (json.includes('`') ? JSON.stringify(json) : `\`${json}\``);
