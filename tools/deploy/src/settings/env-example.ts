import type { TObject } from 'typebox';
import { describedSettings } from './described-settings.js';

const WIDTH = 118;

const HEAD = `# Written by \`npm run docs\` from the schema of the settings. Copy it to .env, and load that with \`node --env-file=.env\`. Unset and
# empty variables take the default shown. A wrong one stops the start, and the message names all that are wrong. 0 switches a limit
# off. A client network is an IPv4 address or the /64 of an IPv6 address. More: docs/operations.md.
`;

/** Returns a description without the marks of Markdown; links of docs/operations.md are addresses from the root. */
const plain = (description: string): string =>
  description
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, (_, text: string, target: string) => {
      const page = `docs/${target.startsWith('#') ? `operations.md${target}` : target}`;
      return page === `docs/${text}` ? page : `${text}: ${page}`;
    })
    .replaceAll('`', '');

/** Returns a text as lines of comments. */
const commentOf = (text: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}`).join('\n');
};

/** Returns the `.env.example` of a service: every setting with what it means and its default, or an example where it is required. */
export const envExample = (schema: TObject): string =>
  HEAD +
  [...describedSettings(schema)]
    .map(([name, { description, unit, default: value, example }]) => {
      const measure = unit === undefined ? '' : ` Unit: ${unit}.`;
      return `\n${commentOf(`${plain(description)}.${measure}`)}\n${name}=${value ?? example ?? ''}\n`;
    })
    .join('');
