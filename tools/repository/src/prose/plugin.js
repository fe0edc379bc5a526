/** ESLint rules for what people read: documents, comments, names of tests and of the code, errors, and texts. */
import { findHabits, findHabitsInName, findLongSentences } from './habits.js';

const MESSAGES = {
  habit: '"{{words}}": write {{instead}}.',
  long: 'Shorten "{{beginning}}…": it has {{words}} words, at most {{limit}}.',
};

/** Calls that name a test, and calls that show a text. */
const TESTS = new Set(['describe', 'it', 'test']);
const TEXTS = new Set(['t', 'msg', 'rich', 'phrase', 'plural']);

/** Returns the name that is called, as `it` for `it.each(rows)('a name')`. */
const calledName = (node) => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return calledName(node.object);
  if (node.type === 'CallExpression') return calledName(node.callee);
  if (node.type === 'TaggedTemplateExpression') return calledName(node.tag);
  return undefined;
};

/** Returns the texts of an expression: of a string, a template, a condition, and the values of an object. */
const textsOf = (node) => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
  if (node.type === 'TemplateLiteral') return [{ node, text: node.quasis.map(({ value }) => value.cooked).join('{}') }];
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((property) => (property.type === 'Property' ? textsOf(property.value) : []));
  return [];
};

const limitSchema = [{ type: 'object', properties: { words: { type: 'integer' } }, additionalProperties: false }];

/** Reports what is found in a text at a node. */
const check = (context, node, text) => {
  for (const { words, instead } of findHabits(text))
    context.report({ node, messageId: 'habit', data: { words, instead } });
  const limit = context.options[0]?.words;
  if (limit === undefined) return;
  for (const { text: sentence, words } of findLongSentences(text, limit)) {
    const beginning = sentence.trim().split(/\s+/u).slice(0, 6).join(' ');
    context.report({ node, messageId: 'long', data: { beginning, words: String(words), limit: String(limit) } });
  }
};

/** The text of a Markdown block: inline code is one word, with a capital, as a sentence may begin with it. */
const blockText = (node) => {
  if (node.type === 'text') return node.value.replaceAll('\n', ' ');
  if (node.type === 'inlineCode') return 'Code';
  if (node.type === 'image' || node.type === 'html') return '';
  if (node.type === 'break') return ' ';
  return (node.children ?? []).map(blockText).join('');
};

const documents = {
  meta: { type: 'suggestion', messages: MESSAGES, schema: limitSchema },
  create: (context) => {
    const block = (node) => check(context, node, blockText(node));
    return { paragraph: block, heading: block, tableCell: block };
  },
};

/** Comments, one after the other without a line between as one; names of tests; texts that the console shows. */
const comments = {
  meta: { type: 'suggestion', messages: MESSAGES, schema: [] },
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments())
        for (const { index, words, instead } of findHabits(comment.value)) {
          const start = context.sourceCode.getLocFromIndex(comment.range[0] + 2 + index);
          context.report({ loc: { start, end: start }, messageId: 'habit', data: { words, instead } });
        }
    },
  }),
};

const named = (names, position) => ({
  meta: { type: 'suggestion', messages: MESSAGES, schema: limitSchema },
  create: (context) => ({
    CallExpression: (node) => {
      if (!names.has(calledName(node.callee))) return;
      const argument = node.arguments[position(node)];
      if (argument !== undefined) for (const { node: at, text } of textsOf(argument)) check(context, at, text);
    },
  }),
});

/** What errors say. */
const errors = {
  meta: { type: 'suggestion', messages: MESSAGES, schema: limitSchema },
  create: (context) => ({
    NewExpression: (node) => {
      if (!/Error$/u.test(calledName(node.callee) ?? '')) return;
      for (const argument of node.arguments)
        for (const { node: at, text } of textsOf(argument)) check(context, at, text);
    },
  }),
};

/** Every string of at least three words: descriptions of schemas, texts of commands, lines of logs. */
const IS_SENTENCE = /\w+\W+\w+\s+\w/u;
const strings = {
  meta: { type: 'suggestion', messages: MESSAGES, schema: limitSchema },
  create: (context) => {
    const sentence = (node) => {
      for (const { node: at, text } of textsOf(node)) if (IS_SENTENCE.test(text)) check(context, at, text);
    };
    return { Literal: sentence, TemplateLiteral: sentence };
  },
};

/** Names of the code, where they are declared or used, and of its files. */
const names = {
  meta: { type: 'suggestion', messages: MESSAGES, schema: [] },
  create: (context) => {
    const checkName = (node, name) => {
      for (const { words, instead } of findHabitsInName(name))
        context.report({ node, messageId: 'habit', data: { words, instead } });
    };
    const named = (node) => checkName(node, node.name);
    return {
      Program: (node) => checkName(node, context.filename.replace(/^.*[\\/]/u, '')),
      Identifier: named,
      PrivateIdentifier: named,
      JSXIdentifier: named,
    };
  },
};

export default {
  rules: {
    documents,
    comments,
    errors,
    strings,
    names,
    tests: named(TESTS, () => 0),
    texts: named(TEXTS, ({ callee }) => (calledName(callee) === 'plural' ? 1 : 0)),
  },
};
