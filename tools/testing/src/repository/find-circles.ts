import type { ImportGraph } from './import-graph.js';

/**
 * Finds import cycles: one for each import that closes a cycle, as the files along it. Empty where there are none.
 * Every file is visited once.
 */
export const findCircles = (graph: ImportGraph): readonly (readonly string[])[] => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push(path.slice(start));
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const imported of graph.get(file) ?? []) walk(imported);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return circles;
};
