// Builds the page as the program does: `node bundle.mjs OUT [--module FILE.wasm]
// [--trace FILE]…`. Modules are concatenated, each after its imports, without the lines that import and the keyword
// `export`.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The modules, each after its imports. */
function script() {
  const done = new Set(), parts = [], tops = new Map();
  const visit = (name) => {
    if (done.has(name)) return;
    done.add(name);
    const source = readFileSync(join(web, name), "utf8");
    const text = source.replace(/^import \{[^}]*\} from "\.\/([a-z-]+\.js)";\n/gm, (_, file) => (visit(file), ""));
    if (/^\s*import\b/m.test(text.replace(/\/\*[^]*?\*\//g, ""))) throw new Error(`${name}: an import that is not a named one of a file beside it`);
    if (/^export (default|\*|\{ *\w)/m.test(text)) throw new Error(`${name}: an export that is no declaration`);
    const plain = text.replace(/^export \{\};\n/gm, "").replace(/^export /gm, "");
    for (const [, top] of plain.matchAll(/^(?:async )?(?:const|let|var|function\*?|class) +([A-Za-z_$][\w$]*)/gm)) {
      if (tops.has(top)) throw new Error(`${top} is declared by ${tops.get(top)} and by ${name}`);
      tops.set(top, name);
    }
    parts.push(`// ${name}\n${plain.trim()}\n`);
  };
  visit("main.js");
  return parts.join("\n");
}

/** The page. @param {Buffer|undefined} module @param {string[]} traces */
function page(module, traces) {
  const body = script();
  if (/<\/script|<!--/i.test(body)) throw new Error("the script would end early");
  const packed = module ? gzipSync(module, { level: 9 }).toString("base64") : "";
  const written = traces.map((text) => `<script type="application/json" class="trace" data-packed>${gzipSync(text).toString("base64")}</script>`);
  return readFileSync(join(web, "index.html"), "utf8")
    .replace("<!-- style -->", () => `<style>\n${readFileSync(join(web, "theme.css"), "utf8")}</style>`)
    .replace("<!-- module -->", () => [`<script type="text/plain" id="module">${packed}</script>`, ...written].join("\n"))
    .replace("<!-- script -->", () => `<script type="module">\n${body}</script>`);
}

const [out, ...rest] = process.argv.slice(2);
const values = (name) => rest.flatMap((word, at) => (word === name ? [rest[at + 1]] : []));
const [module] = values("--module");
writeFileSync(out, page(module && readFileSync(module), values("--trace").map((file) => readFileSync(file, "utf8"))));
