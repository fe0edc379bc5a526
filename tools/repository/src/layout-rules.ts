/** Properties that lay out an element or its parts. */
const LAYOUT =
  /^(?:display|order|(?:row-|column-)?gap|(?:flex|grid|margin|padding)(?:-.*)?|(?:align|justify|place)-(?:content|items|self))$/u;
const SIZE = /^(?:min-|max-)?(?:width|height|inline-size|block-size)$/u;

/** What no property of a component can say: a state, what another library renders, or a part of a table. */
const CONDITION =
  /\[|:(?!is\(|(?:first|last|nth)-(?:child|of-type))|(?<![\w.-])(?:thead|tbody|tfoot|caption|tr|th|td)(?![\w-])/u;

interface Rule {
  readonly media: string;
  readonly selector: string;
  readonly properties: readonly string[];
}

/** Reads the rules of a style sheet, each with the media query around it. */
const readRules = (css: string, media = ''): Rule[] => {
  const rules: Rule[] = [];
  let rest = css.replaceAll(/\/\*.*?\*\//gsu, '');
  for (let open = rest.indexOf('{'); open !== -1; open = rest.indexOf('{')) {
    const head = rest.slice(0, open).trim().replaceAll(/\s+/gu, ' ');
    let end = open + 1;
    for (let depth = 1; depth > 0 && end < rest.length; end += 1) {
      if (rest[end] === '{') depth += 1;
      if (rest[end] === '}') depth -= 1;
    }
    const body = rest.slice(open + 1, end - 1);
    rest = rest.slice(end);
    if (head.startsWith('@media')) rules.push(...readRules(body, head.slice('@media'.length).trim()));
    else if (!head.startsWith('@')) {
      const properties = body.split(';').flatMap((line) => /^\s*([\w-]+)\s*:/u.exec(line)?.[1] ?? []);
      rules.push({ media, selector: head, properties });
    }
  }
  return rules;
};

/**
 * Finds the rules of a style sheet that do nothing but lay out, which a layout component does. Rules of sizes alone, of print, of states,
 * of tables and of what other libraries render do not count.
 *
 * @returns their selectors, each after its media query
 */
export const findLayoutRules = (css: string): string[] =>
  readRules(css)
    .filter(
      ({ media, selector, properties }) =>
        media !== 'print' &&
        !CONDITION.test(selector) &&
        properties.some((one) => LAYOUT.test(one)) &&
        properties.every((one) => LAYOUT.test(one) || SIZE.test(one)),
    )
    .map(({ media, selector }) => `${media} ${selector}`.trim());
