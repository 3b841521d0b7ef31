window.TOUCHSTONE = 'http://127.0.0.1:5173';
