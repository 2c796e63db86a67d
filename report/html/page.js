'use strict';
// What only a script can do: filter the cases, show the record behind a box, pin it, copy a case. The page is whole without it.
(function () {
  function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }
  function lines(text) { return text === '' ? [] : text.split('\n'); }

  // --- Pictures -----------------------------------------------------------------------------------------------------------

  function caseOf(box) { return box.id.slice(0, box.id.lastIndexOf('-b')); }
  function isBox(node) { return node && node.closest ? node.closest('.box') : null; }

  all('figure.pic').forEach(function (figure) {
    var canvas = figure.querySelector('.canvas');
    var names = figure.querySelector('.names');
    var panel = figure.querySelector('.point');
    var hint = panel.querySelector('.hint');
    var shown = panel.querySelector('.lines');
    var pinnedLine = panel.querySelector('.pinned');
    var perma = panel.querySelector('.perma');
    var boxes = all('.box', figure);
    var pinned = null;
    var at = null;

    panel.hidden = false;
    all('.box > title', figure).forEach(function (title) { title.remove(); });
    canvas.addEventListener('scroll', function () {
      names.setAttribute('transform', 'translate(' + canvas.scrollLeft + ' 0)');
    });

    function paragraph(name, text) {
      var p = document.createElement('p');
      if (name) {
        var b = document.createElement('b');
        b.textContent = name;
        p.append(b, ' ');
      }
      p.append(text);
      return p;
    }

    function show(box) {
      if (at) { at.classList.remove('on'); }
      at = box;
      hint.hidden = box !== null;
      panel.classList.toggle('live', box !== null);
      shown.hidden = box === null;
      pinnedLine.hidden = pinned === null || box !== pinned;
      if (!box) { return; }
      box.classList.add('on');
      shown.replaceChildren(paragraph('', box.getAttribute('aria-label') || box.dataset.n));
      lines(box.dataset.e.replace(/ /g, '\n')).forEach(function (index) {
        var row = document.getElementById(caseOf(box) + '-e' + index);
        if (row) {
          shown.append(paragraph(row.cells[1].textContent, row.cells[2].textContent + ' ' + row.cells[4].textContent));
        }
      });
    }

    function pin(box) {
      pinned = box;
      if (box) {
        perma.href = '#' + box.id;
        history.replaceState(null, '', '#' + box.id);
      }
      show(box);
    }
    figure.pin = pin;

    function step(by) {
      var next = boxes[Math.min(boxes.length - 1, Math.max(0, boxes.indexOf(at) + by))];
      if (next.focus && next.tagName.toLowerCase() === 'a') { next.focus(); }
      show(next);
      next.scrollIntoView({ block: 'nearest', inline: 'center' });
    }

    figure.addEventListener('pointerover', function (event) {
      var box = isBox(event.target);
      if (box && !pinned) { show(box); }
    });
    figure.addEventListener('focusin', function (event) {
      var box = isBox(event.target);
      if (box && !pinned) { show(box); }
    });
    figure.addEventListener('click', function (event) {
      var box = isBox(event.target);
      if (box) {
        event.preventDefault();
        pin(box === pinned ? null : box);
      }
    });
    panel.querySelector('button').addEventListener('click', function () {
      var box = pinned;
      pin(null);
      if (box && box.focus) { box.focus(); }
    });
    figure.addEventListener('keydown', function (event) {
      if (event.key === 'Escape') {
        pin(null);
      } else if (event.target === canvas || isBox(event.target)) {
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') { step(1); event.preventDefault(); }
        if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') { step(-1); event.preventDefault(); }
        if (event.key === 'Enter' && event.target === canvas && at) { pin(at === pinned ? null : at); }
      }
    });
  });

  // --- Filter -------------------------------------------------------------------------------------------------------------

  var form = document.querySelector('form.filter');
  var fields = ['class', 'outcome', 'resource', 'registration'];

  function wanted() {
    var want = {};
    fields.forEach(function (name) { if (form.elements[name].value) { want[name] = form.elements[name].value; } });
    return want;
  }

  function fits(node, want) {
    return (!want.class || node.dataset.class === want.class) && (!want.outcome || node.dataset.outcome === want.outcome) &&
      (!want.resource || node.dataset.resource === want.resource) &&
      (!want.registration || lines(node.dataset.w).indexOf(want.registration) >= 0);
  }

  function filter() {
    var want = wanted();
    var n = 0;
    all('[data-case]').forEach(function (node) {
      node.hidden = !fits(node, want);
      if (!node.hidden && node.tagName === 'ARTICLE') { n++; }
    });
    form.querySelector('output').textContent = form.dataset.shown.replace('{n}', n).replace('{all}', all('article[data-case]').length);
    return want;
  }

  function fragment(want) {
    return '#?' + fields.filter(function (name) { return want[name]; }).map(function (name) {
      return name + '=' + encodeURIComponent(want[name]);
    }).join('&');
  }

  if (form) {
    form.hidden = false;
    form.addEventListener('change', function () {
      var want = filter();
      history.replaceState(null, '', Object.keys(want).length ? fragment(want) : location.pathname + location.search);
    });
    form.addEventListener('reset', function () {
      setTimeout(function () {
        filter();
        history.replaceState(null, '', location.pathname + location.search);
      }, 0);
    });
    form.addEventListener('submit', function (event) { event.preventDefault(); });
    filter();
  }

  // --- Permalinks ---------------------------------------------------------------------------------------------------------

  function go() {
    var name = location.hash.slice(1);
    if (form && name.charAt(0) === '?') {
      form.reset();
      new URLSearchParams(name.slice(1)).forEach(function (value, key) {
        if (fields.indexOf(key) >= 0) { form.elements[key].value = value; }
      });
      filter();
      return;
    }
    var target = name && document.getElementById(name);
    if (!target) { return; }
    var hiddenCase = target.closest('[data-case]');
    if (hiddenCase && hiddenCase.hidden) {
      form.reset();
      filter();
    }
    var folded = target.closest('details');
    if (folded) { folded.open = true; }
    var box = isBox(target);
    if (box) { box.closest('figure').pin(box); }
    target.scrollIntoView({ block: box ? 'center' : 'start', inline: 'center' });
  }
  window.addEventListener('hashchange', go);
  go();

  // --- Copy ---------------------------------------------------------------------------------------------------------------

  all('button.copy').forEach(function (button) {
    var text = button.closest('article').querySelector('textarea.md');
    var label = button.textContent;
    button.hidden = false;
    function say(words) {
      button.textContent = words;
      setTimeout(function () { button.textContent = label; }, 2500);
    }
    function byHand() {
      text.hidden = false;
      text.select();
      say(document.execCommand('copy') ? button.dataset.done : button.dataset.hand);
    }
    button.addEventListener('click', function () {
      if (!navigator.clipboard) {
        byHand();
        return;
      }
      navigator.clipboard.writeText(text.value).then(function () { say(button.dataset.done); }, byHand);
    });
  });

  // --- Print --------------------------------------------------------------------------------------------------------------

  window.addEventListener('beforeprint', function () { all('details').forEach(function (d) { d.open = true; }); });
})();
