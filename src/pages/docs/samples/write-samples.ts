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

function writeCurl(request: SampleRequest): string {
  const { taken } = request;
  if (!taken) return curlOf(request);
  const { field, example, from } = taken;
  return [
    `first=$(${curlOf(from, ['-s'])})`,
    'echo "$first"',
    String.raw`${field}=$(expr "$first" : '.*"${field}":"\([^"]*\)"')`,
    // Between the quotes of the body, so that the shell fills it in.
    curlOf(request).replaceAll(example, `'"$${field}"'`),
  ].join('\n');
}

function curlOf({ method, url, needsKey, headers, body }: SampleRequest, options: string[] = []): string {
  return [
    ['curl', ...options, ...(method === 'GET' ? [] : ['-X', method]), inShell(url)].join(' '),
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

function writeTypeScript(request: SampleRequest): string {
  const { taken } = request;
  return [
    ...(taken ? [...fetchOf(taken.from, { response: 'held', answer: 'cart' }), ''] : []),
    ...fetchOf(request, { response: 'response', answer: 'answer' }).map((line) =>
      taken ? line.replaceAll(inJavaScript(taken.example), `cart.data.${taken.field}`) : line,
    ),
    'console.log(answer.data);',
  ].join('\n');
}

/** The call, and its refusal as an error; `names` are those of the variables. */
function fetchOf(
  { method, url, needsKey, headers, body }: SampleRequest,
  { response, answer }: { response: string; answer: string },
): string[] {
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
    ...(options.length === 0
      ? [`const ${response} = await fetch(${inJavaScript(url)});`]
      : [`const ${response} = await fetch(${inJavaScript(url)}, {`, ...options, '});']),
    `const ${answer} = await ${response}.json();`,
    `if (!${response}.ok) throw new Error(\`\${${answer}.error_code}: \${${answer}.message}\`);`,
  ];
}

const PYTHON: LiteralStyle = {
  object: ['{', '}'],
  array: ['[', ']'],
  member: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
};

const SEND_IN_PYTHON = `def send(request):
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        raise SystemExit(answer["error_code"] + ": " + answer["message"])`;

function writePython(request: SampleRequest): string {
  const { needsKey, taken } = request;
  const asked = pythonOf(request);
  return [
    'import json',
    ...(needsKey ? ['import os'] : []),
    'import urllib.error',
    'import urllib.request',
    '',
    SEND_IN_PYTHON,
    '',
    ...(taken ? [`cart = send(${pythonOf(taken.from)})`] : []),
    `data = send(${taken ? asked.replaceAll(JSON.stringify(taken.example), `cart["${taken.field}"]`) : asked})`,
    'print(json.dumps(data, indent=2))',
  ].join('\n');
}

function pythonOf({ method, url, needsKey, headers, body }: SampleRequest): string {
  const sent = [
    ...(needsKey ? [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  return [
    'urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length === 0 ? [] : ['    headers={', ...sent.map((line) => `        ${line}`), '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${writeLiteral(PYTHON, body, '    ')}).encode(),`]),
    ')',
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
const SEND_IN_PHP = `function send(string $url, array $http): array
{
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true]]);
    $answer = json_decode(file_get_contents($url, false, $context), true);
    if (isset($answer['error_code'])) {
        throw new RuntimeException("{$answer['error_code']}: {$answer['message']}");
    }
    return $answer['data'];
}`;

function writePhp(request: SampleRequest): string {
  const { taken } = request;
  const asked = phpOf(request);
  return [
    '<?php',
    '',
    SEND_IN_PHP,
    '',
    ...(taken ? [`$cart = ${phpOf(taken.from)};`] : []),
    `print_r(${taken ? asked.replaceAll(inSingleQuotes(taken.example), `$cart['${taken.field}']`) : asked});`,
  ].join('\n');
}

function phpOf({ method, url, needsKey, headers, body }: SampleRequest): string {
  const sent = [
    ...(needsKey ? [`'Authorization: Bearer ' . getenv('${KEY_VARIABLE}'),`] : []),
    ...headers.map(([name, value]) => `${inSingleQuotes(`${name}: ${value}`)},`),
  ];
  return [
    `send(${inSingleQuotes(url)}, [`,
    `    'method' => '${method}',`,
    ...(sent.length === 0 ? [] : ["    'header' => [", ...sent.map((line) => `        ${line}`), '    ],']),
    ...(body === undefined ? [] : [`    'content' => json_encode(${writeLiteral(PHP, body, '    ')}),`]),
    '])',
  ].join('\n');
}

const SEND_IN_GO = `func send(request *http.Request) []byte {
\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tdefer response.Body.Close()
\tanswer, err := io.ReadAll(response.Body)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tif response.StatusCode >= 400 {
\t\tlog.Fatal(string(answer)) // message, status and error_code
\t}
\treturn answer
}`;

function writeGo(request: SampleRequest): string {
  const { needsKey, body, taken } = request;
  const packages = [
    ...(taken ? ['encoding/json'] : []),
    'fmt',
    'io',
    'log',
    'net/http',
    ...(needsKey ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const asked = goOf(request, 'request');
  const lines = [
    ...(taken
      ? [
          ...goOf(taken.from, 'first'),
          `var cart struct{ Data struct{ ${inPascalCase(taken.field)} string } }`,
          'err = json.Unmarshal(send(first), &cart)',
          ...checkInGo(),
          ...asked.map((line) =>
            line.replaceAll(taken.example, `\` + cart.Data.${inPascalCase(taken.field)} + \``),
          ),
        ]
      : asked),
    'fmt.Println(string(send(request)))',
  ];
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    SEND_IN_GO,
    '',
    'func main() {',
    ...lines.map((line) => `\t${line}`),
    '}',
  ].join('\n');
}

/** The request as a variable of that name. */
function goOf({ method, url, needsKey, headers, body }: SampleRequest, name: string): string[] {
  const sent = [
    ...(needsKey ? [`"Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}")`] : []),
    ...headers.map(([header, value]) => `${JSON.stringify(header)}, ${JSON.stringify(value)}`),
  ];
  const reader = body === undefined ? 'nil' : `strings.NewReader(${inGo(JSON.stringify(body, null, 2))})`;
  return [
    `${name}, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})`,
    ...checkInGo(),
    ...sent.map((pair) => `${name}.Header.Set(${pair})`),
  ];
}

const inPascalCase = (field: string): string => field.slice(0, 1).toUpperCase() + field.slice(1);
const checkInGo = (): string[] => ['if err != nil {', '\tlog.Fatal(err)', '}'];
/** As it is, unless it has the sign that would end it. */
const inGo = (json: string): string => (json.includes('`') ? JSON.stringify(json) : `\`${json}\``);
