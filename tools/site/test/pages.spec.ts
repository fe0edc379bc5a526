import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { anchorOf } from '@weir/testing/anchor';
import { siteProblems } from '../src/check-site.js';
import { forSite, type Page, placeOf, readSections, ROOT, SOURCES } from '../src/pages.js';
import { type OpenApi, referencePages } from '../src/reference.js';

/** What tests read, not people. */
const FIXTURES = /\/test\/fixtures\//;

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$/gms, '');
const anchorsOf = ({ markdown }: Page): ReadonlySet<string> =>
  new Set([...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)));

let pages: readonly Page[];
let files: ReadonlySet<string>;
let openApi: OpenApi;
beforeAll(async () => {
  openApi = JSON.parse(await readFile(join(ROOT, 'docs/api/openapi.json'), 'utf8')) as OpenApi;
  const read = await readSections();
  files = new Set([...read.files].map(placeOf));
  pages = [...read.sections.flatMap((section) => section.pages), ...referencePages(openApi)];
});

describe('the pages of the guide', () => {
  it('are all documents of the repository, each at a place of its own and with a title', async () => {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '--', '*.md'], { cwd: ROOT });
    const tracked = stdout.trim().split('\n');
    const listed = SOURCES.flatMap(([, sources]) => sources);
    expect([...listed].sort()).toEqual(tracked.filter((name) => !FIXTURES.test(name)).sort());
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
    expect(pages.filter(({ title }) => title === '')).toEqual([]);
  });

  it('link to pages, headings and files that are there', () => {
    const byPath = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
    const problems = pages.flatMap(({ path, markdown }) =>
      [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/i.test(link)) return [];
        const [to = '', anchor] = link.split('#');
        const target = to === '' ? path : posix.join(dirname(path), to);
        const anchors = byPath.get(target);
        if (anchors === undefined) return files.has(target) ? [] : [`${path}: ${link}`];
        return anchor === undefined || anchors.has(anchor) ? [] : [`${path}: ${link}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('have every operation and schema of the API', () => {
    const text = pages.map(({ markdown }) => markdown).join('\n');
    const missing = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).filter((method) => !text.includes(`\`${method.toUpperCase()} ${path}\``)),
    );
    expect(missing).toEqual([]);
    for (const name of Object.keys(openApi.components.schemas)) expect(text).toContain(`\n## ${name}\n`);
  });

  it('turn links to source code into text, and say nothing of comments', () => {
    const found = new Set<string>();
    const text = '<!-- hidden -->\n[code](../src/a.ts), [spec](openapi.json), [home](../../README.md#try-it)\n';
    expect(forSite('docs/api/README.md', text, found)).toBe(
      'code, [spec](./openapi.json), [home](../index.md#try-it)\n',
    );
    expect([...found]).toEqual(['docs/api/openapi.json']);
    const fenced = '```md\n[x](y.ts) <!-- kept -->\n```';
    expect(forSite('README.md', fenced, found)).toBe(fenced);
  });
});

describe('the check of a built site', () => {
  let site: string;
  beforeEach(async () => {
    site = await mkdtemp(join(tmpdir(), 'weir-site-check-'));
    await mkdir(join(site, 'api'));
    await write('index.html', '<h1 id="weir">Weir</h1><a href="/guide/api/#events">Events</a>');
    await write('index.md', '# Weir');
    await write('api/index.html', '<h2 id="events">Events</h2><a href="../#weir">Weir</a>');
    await write('api/index.md', '# API');
    await write('llms.txt', '- [Weir](/guide/index.md)\n- [API](/guide/api/index.md)\n');
  });
  afterEach(() => rm(site, { recursive: true }));
  const write = (name: string, text: string) => writeFile(join(site, name), text);

  it('finds nothing where nothing is wrong', async () => expect(await siteProblems(site)).toEqual([]));

  it.each([
    ['<a href="/guide/gone.html">x</a>', 'index.html: /guide/gone.html leads nowhere'],
    ['<a href="/elsewhere">x</a>', 'index.html: /elsewhere leads nowhere'],
    ['<a href="./api/#gone">x</a>', 'index.html: ./api/#gone has no such heading'],
    ['<script src="https://cdn.example/x.js"></script>', 'index.html: loads https://cdn.example/x.js'],
    ['<script>alert(1)</script>', 'index.html: has a script or a style inside'],
    ['<p style="color: red">x</p>', 'index.html: has a script or a style inside'],
  ])('finds %s', async (html, problem) => {
    await write('index.html', html);
    expect(await siteProblems(site)).toEqual([problem, HOME]);
  });

  it('finds pages that are not there as Markdown, or not listed', async () => {
    await write('lone.html', '<p>x</p>');
    expect(await siteProblems(site)).toEqual(['lone.html: is not there as Markdown', 'lone.html: is not in llms.txt']);
  });
});

/** What the other page says once the heading that it links to is gone. */
const HOME = 'api/index.html: ../#weir has no such heading';
