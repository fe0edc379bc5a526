import { reviewPackage, type Sentence } from '@weir/calendar/ocf';
import { readCatalogue, type Translated } from '../scripts/catalogues.js';
import { setLanguage } from '../src/language/text.js';
import { sentenceText } from '../src/streams/sentence-text.js';

const fileOf = (file_type: string, items: readonly unknown[]) => ({
  name: `${file_type}.json`,
  bytes: new TextEncoder().encode(JSON.stringify({ file_type, items })),
});

const ISSUANCE = {
  id: 'grant',
  object_type: 'TX_STOCK_ISSUANCE',
  security_id: 'security',
  date: '2026-01-31',
  custom_id: 'CS-1',
  stakeholder_id: 'ada',
  security_law_exemptions: [],
  stock_class_id: 'common',
  share_price: {},
  stock_legend_ids: [],
  quantity: '48',
};

/** The sentences of a package: its refusal, else those of its people and its first grant. */
const sentencesOf = (issuance: object, list?: string): readonly Sentence[] => {
  const review = reviewPackage([fileOf('OCF_TRANSACTIONS_FILE', [issuance])], {
    decimals: 0,
    least: 1n,
    time: 0n,
    utcOffset: 0n,
    prefix: 'bitcoincash',
    list,
  });
  if (!review.ok) return [review.problem];
  const [grant] = review.value.grants;
  return [...review.value.problems, ...(grant?.status === 'refused' ? [grant.problem] : [])];
};

const [WRONG_FIELD] = sentencesOf({ ...ISSUANCE, quantity: '1e3' });
const [WRONG_SUM] = sentencesOf({ ...ISSUANCE, vestings: [{ date: '2027-01-31', amount: '47000' }] });
const [WRONG_LIST] = sentencesOf(ISSUANCE, '\0');

const shown = (sentence: Sentence | undefined): string => sentenceText(sentence ?? { text: 'none', values: {} });

/** Without the marks that keep a value in its own direction. */
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

describe('a sentence about a cap table', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it.each<[Translated, readonly string[]]>([
    [
      'de',
      [
        '"OCF_TRANSACTIONS_FILE.json", Eintrag 1, Feld "quantity": Der Wert "1e3" kann nicht importiert werden. Erwartet werden Ziffern, ohne Vorzeichen und ohne Exponent.',
        'Die Freigaben ergeben zusammen 47.000 Basiseinheiten, die Zuteilung aber 48.',
        'Die Liste der Personen ist nicht lesbar: Die Datei ist kein Text. Speichern Sie sie in Ihrer Tabellenkalkulation als CSV (UTF-8) und wählen Sie sie erneut.',
      ],
    ],
    [
      'es',
      [
        '"OCF_TRANSACTIONS_FILE.json", elemento 1, campo "quantity": el valor "1e3" no se puede importar. Se esperaban cifras, sin signo ni exponente.',
        'Las liberaciones suman 47.000 unidades base, y la asignación es de 48.',
        'La lista de personas no se puede leer: El archivo no es texto. Guárdelo como CSV (UTF-8) en su hoja de cálculo y elíjalo de nuevo.',
      ],
    ],
    [
      'zh',
      [
        '"OCF_TRANSACTIONS_FILE.json"，第 1 项，字段 "quantity"：值 "1e3" 无法导入。应为数字，不带正负号和指数。',
        '各次释放合计 47,000 个基本单位，而该授予为 48。',
        '无法读取人员名单：该文件不是文本。请在电子表格程序中另存为 CSV（UTF-8），然后重新选择。',
      ],
    ],
    [
      'ar',
      [
        '"OCF_TRANSACTIONS_FILE.json"، العنصر 1، الحقل "quantity": لا يمكن استيراد القيمة "1e3". المتوقع أرقام بلا إشارة وبلا أُسّ.',
        'مجموع الاستحقاقات 47,000 من الوحدات الأساسية، والمنحة 48.',
        'لا يمكن قراءة قائمة الأشخاص: الملف ليس نصًا. احفظه بصيغة CSV (UTF-8) في برنامج الجداول، ثم اختره مرة أخرى.',
      ],
    ],
  ])('names its values in %s, and no word of it is English', (language, texts) => {
    const catalogue = readCatalogue(language);
    setLanguage(language, (text) => catalogue[text]);
    expect([WRONG_FIELD, WRONG_SUM, WRONG_LIST].map(shown).map(plain)).toEqual(texts);
  });
});
