import type { Language } from '../i18n/language.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page.generated.ts';

/** The whole page in one answer: nothing else is ever loaded. */
export function pageHtml(language: Language): { html: string; script: string; style: string } {
  const html = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ccc</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body><div id="app"></div>
<script type="module">${PAGE_SCRIPT}</script>
</body>
</html>
`;
  return { html, script: PAGE_SCRIPT, style: PAGE_STYLE };
}
