import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { pluralSource } from '../src/language/text.js';

const SOURCES = join(import.meta.dirname, '../src');
const LIBS = join(import.meta.dirname, '../../../libs');
const SUMMARY = join(LIBS, 'verify/src/summary');
/** What says what transactions do, in the words of `SummaryWords`. */
const REVIEWS = [
  ...readdirSync(SUMMARY).map((name) => join(SUMMARY, name)),
  ...['checks.ts', 'messages.ts'].map((name) => join(LIBS, 'client/src/signing', name)),
];
const OCF = join(LIBS, 'calendar/src/ocf');
/** What says why a cap table is refused, in sentences that `sentenceText` translates. */
const SENTENCES = readdirSync(OCF)
  .filter((name) => !name.endsWith('.spec.ts') && !['refusal.ts', 'sentence.ts'].includes(name))
  .map((name) => join(OCF, name));

/** A text of the source: its place, and whether it goes through the catalogue. */
export interface SourceText {
  readonly text: string;
  /** `file:line`. */
  readonly place: string;
}

/** What the source of the console says to people. */
export interface SourceTexts {
  /** Texts that catalogues have to translate, each once; plurals as `one | other`. */
  readonly messages: ReadonlyMap<string, SourceText>;
  /** Texts that no catalogue can translate: they are directly in elements and attributes. */
  readonly bare: readonly SourceText[];
  /** Calls whose text is not known before the page runs. */
  readonly unknown: readonly SourceText[];
}

/** Attributes that people read or hear. */
const READ =
  /^(?:title|label|what|shown|hint|alt|placeholder|text|waiting|question|confirm|note|action|aria-label|aria-description)$/;

/** Names, and what has no language. */
const NAMES = new Set([
  'Weir',
  'Cashonize',
  'Paytaca',
  'Zapit',
  'BCH',
  'Ctrl+K',
  'User disconnected.',
  'address,amount',
]);

const isSaid = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !NAMES.has(text.trim()) && !/^…?\//.test(text.trim());

const literalsOf = (node: ts.Expression): readonly string[] | undefined => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const [one, other] = [literalsOf(node.whenTrue), literalsOf(node.whenFalse)];
  return one === undefined || other === undefined ? undefined : [...one, ...other];
};

const formsOf = (node: ts.Expression | undefined): string | undefined => {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  const form = (name: string): string | undefined => {
    const found = node.properties.find((property) => property.name?.getText() === name);
    return found !== undefined && ts.isPropertyAssignment(found) && ts.isStringLiteralLike(found.initializer)
      ? found.initializer.text
      : undefined;
  };
  const [one, other] = [form('one'), form('other')];
  return one === undefined || other === undefined ? undefined : pluralSource(one, other);
};

/** Texts of errors are for developers: what people read of them is found by their code. */
const isForDevelopers = (node: ts.Node): boolean =>
  (ts.isNewExpression(node.parent) && /Error$/.test(node.parent.expression.getText())) ||
  (ts.isCallExpression(node.parent) && /Error$|^(?:failed|refused)$/.test(node.parent.expression.getText())) ||
  ts.isLiteralTypeNode(node.parent);

/** What reads like a sentence. */
const SENTENCE = /^\p{Lu}[\p{L}’]+ \p{Ll}/u;

/** Tables of messages are in capitals by convention, or one message of a table is taken by its key. */
const isOfTable = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) ||
  ts.isElementAccessExpression(node) ||
  ts.isPropertyAccessExpression(node) ||
  ts.isBinaryExpression(node);

/** Calls that take a text to translate. */
const CALLS = ['t', 'msg', 'rich', 'phrase', 'plural'];
const REVIEW_CALLS = ['text', 'plural'];
const SENTENCE_CALLS = ['refuse', 'sentence'];

const readFile = (
  path: string,
  names: readonly string[],
  found: { messages: Map<string, SourceText>; bare: SourceText[]; unknown: SourceText[] },
): void => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const at = (node: ts.Node, text: string): SourceText => ({
    text,
    place: `${relative(SOURCES, path)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
  });
  const note = (node: ts.Node, text: string): void => {
    if (!found.messages.has(text)) found.messages.set(text, at(node, text));
  };
  /** Notes the text of a call, and reads what stands for its names. @returns whether it is one that takes a text */
  const call = (node: ts.CallExpression): boolean => {
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
    const [first, second] = node.arguments;
    if (first === undefined || !names.includes(name)) return false;
    const texts = name === 'plural' ? formsOf(second) : literalsOf(first);
    if (typeof texts === 'string') note(node, texts);
    else if (texts !== undefined) for (const text of texts) note(node, text);
    else if ((name !== 't' && name !== 'rich') || !isOfTable(first)) found.unknown.push(at(node, node.getText()));
    for (const argument of node.arguments.slice(name === 'plural' ? 2 : 1)) visit(argument);
    if (texts === undefined) visit(first);
    return true;
  };
  const said = (node: ts.Expression): void => {
    if (ts.isStringLiteralLike(node) && isSaid(node.text)) found.bare.push(at(node, node.text));
    else if (ts.isTemplateExpression(node)) {
      const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
        .map(({ text: part }) => part)
        .join(' ');
      if (isSaid(text)) found.bare.push(at(node, node.getText()));
    } else if (ts.isConditionalExpression(node)) {
      said(node.whenTrue);
      said(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) said(node.right);
    else if (ts.isParenthesizedExpression(node)) said(node.expression);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && call(node)) return;
    if (ts.isStringLiteralLike(node) && SENTENCE.test(node.text) && isSaid(node.text) && !isForDevelopers(node))
      found.bare.push(at(node, node.text));
    if (ts.isPropertyAssignment(node) && /^(?:label|title|hint)$/.test(node.name.getText())) said(node.initializer);
    // The name of a fact: the first of a pair in a list. Keys of fields and columns begin in lower case.
    if (ts.isArrayLiteralExpression(node) && node.elements[0] !== undefined && node.elements.length === 2)
      if (ts.isTemplateExpression(node.elements[0]) && !/^\p{Ll}/u.test(node.elements[0].head.text))
        said(node.elements[0]);
    if (ts.isJsxText(node) && isSaid(node.text)) found.bare.push(at(node, node.text.trim()));
    if (ts.isJsxExpression(node) && node.expression !== undefined && !ts.isJsxAttribute(node.parent))
      said(node.expression);
    if (ts.isJsxAttribute(node) && READ.test(node.name.getText()) && node.initializer !== undefined)
      said(
        ts.isJsxExpression(node.initializer)
          ? (node.initializer.expression ?? ts.factory.createNull())
          : node.initializer,
      );
    ts.forEachChild(node, visit);
  };
  visit(file);
};

/** Returns an empty result of `readFile`. */
const nothing = () => ({ messages: new Map<string, SourceText>(), bare: [], unknown: [] });

/** Reads what the source of the console says to people. */
export const readSourceTexts = (): SourceTexts => {
  const found = nothing();
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(name) && !name.endsWith('.spec.ts') && !name.startsWith('language/'))
      readFile(join(SOURCES, name), CALLS, found);
  for (const path of REVIEWS) readFile(path, REVIEW_CALLS, found);
  for (const path of SENTENCES) readFile(path, SENTENCE_CALLS, found);
  return found;
};

const WITH_TEXTS = 'withTexts';

/** Returns the names of `withTexts` and of the functions of a file that pass what they are given to it. */
const functionsWithTexts = (file: ts.SourceFile): ReadonlySet<string> => {
  const declared = file.statements.filter(ts.isVariableStatement).flatMap((one) => one.declarationList.declarations);
  const passing = declared.filter(
    ({ initializer }) =>
      initializer !== undefined && ts.isArrowFunction(initializer) && initializer.getText().includes(`${WITH_TEXTS}(`),
  );
  return new Set([WITH_TEXTS, ...passing.map(({ name }) => name.getText())]);
};

/** Whether a dynamic import is inside a call of one of the functions. */
const isInsideCall = (node: ts.Node, functions: ReadonlySet<string>): boolean => {
  for (let around = node; !ts.isSourceFile(around); around = around.parent)
    if (ts.isCallExpression(around) && functions.has(around.expression.getText())) return true;
  return false;
};

/** Returns the files of this package that a file loads by itself, or that it imports later without `withTexts`. */
const loadedBy = (path: string): readonly string[] => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const withTexts = functionsWithTexts(file);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier))
        names.push(node.moduleSpecifier.text);
      return;
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteral(name) && !isInsideCall(node, withTexts)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names
    .filter((name) => name.startsWith('.') && name.endsWith('.js'))
    .flatMap((name) => ['.ts', '.tsx'].map((type) => join(dirname(path), name.replace(/\.js$/, type))))
    .filter((found) => existsSync(found));
};

/**
 * Reads the texts that the page needs before all others: those of what it loads by itself, without `withTexts`
 * (`src/language/load.ts`).
 */
export const readFirstTexts = (): SourceTexts['messages'] => {
  const found = nothing();
  const files = new Set([join(SOURCES, 'main.tsx')]);
  // A set gives what is added while it is walked, too.
  for (const path of files) {
    readFile(path, CALLS, found);
    for (const next of loadedBy(path)) files.add(next);
  }
  return found.messages;
};
